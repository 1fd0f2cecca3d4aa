import ses from 'aws-ses-v2-local';

/** Serves the API of Amazon SES on a port. */
export const start = (port) => (ses.default ?? ses)({ port });
