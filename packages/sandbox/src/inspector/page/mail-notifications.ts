import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Caller } from './control-plane.ts';
import { isFlag, keepValue, keptValue } from './kept.ts';
import { titleOf } from './format.ts';
import { hrefOf } from './route.ts';
import { useSandbox } from './sandbox-context.ts';

const switchName = 'notifications';

/** Browsers offer notifications to secure pages only, which includes those of this machine. */
export const canNotify = 'Notification' in globalThis && isSecureContext;

/** Whether the user asked for notifications in this browser, and still allows them. */
export const areWanted = () =>
  canNotify && keptValue(switchName, isFlag) === true && Notification.permission === 'granted';

/** Whether desktop notifications are on, and the function that turns them on or off. */
export function useNotificationSwitch(): readonly [isOn: boolean, turn: (on: boolean) => Promise<void>] {
  const { notify } = useSandbox();
  const [isOn, setOn] = useState(areWanted);
  const turn = async (on: boolean) => {
    setOn(on);
    const isAllowed = !on || (await Notification.requestPermission()) === 'granted';
    if (isAllowed) return keepValue(switchName, on);
    setOn(false);
    notify('The browser does not allow notifications here. Allow them in its site settings.', 'problem');
  };
  return [isOn, turn];
}

/**
 * Shows a desktop notification for mail that arrives while the page is in the background. A click on it
 * opens the message.
 *
 * @param next The number that the next message gets.
 */
export function useMailNotifications(caller: Caller, next: number | undefined): void {
  const seen = useRef({ caller, next });
  useEffect(() => {
    const before = seen.current;
    seen.current = { caller, next };
    const isMore = next !== undefined && before.next !== undefined && next > before.next;
    if (!isMore || before.caller !== caller || document.hasFocus() || !areWanted()) return;
    call(caller, 'listMessages', { limit: 1, since: before.next }).then(
      ({ messages: [newest], total = 0 }) => {
        if (!newest) return;
        const { subject, from, to, id } = newest;
        const title = titleOf({ subject });
        const more = total === 1 ? '' : `\nand ${total - 1} more`;
        // One notification at a time: a burst of mail replaces it.
        const shown = new Notification(title, {
          body: `${from} → ${to.join(', ')}${more}`,
          tag: 'mailrig',
        });
        shown.onclick = () => {
          focus();
          location.hash = hrefOf('messages', id, {});
          shown.close();
        };
      },
      // The list shows the mail anyway.
      () => {},
    );
  }, [caller, next]);
}
