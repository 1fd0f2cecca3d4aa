/** How an email moves, from the table that the sandbox moves it by. */
export { emailTransitions } from '../../../../sandbox/src/service/lifecycles/email.ts';
