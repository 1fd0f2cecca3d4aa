/**
 * Finds out how a deployment of the mail service behaves: probes, calibration, verification and recordings.
 *
 * @packageDocumentation
 */
export { type Tier, tiers } from './tier.ts';
export { accountFor, type KnownResult, type ReplayAccount } from './recording/preparation.ts';
export { createRecorder, type Recorder, type RecorderOptions } from './recording/recorder.ts';
export {
  type NumberedExchange,
  readRecording,
  type RecordedAnswer,
  type RecordedExchange,
  type RecordedMessage,
  type RecordedRequest,
  type Recording,
  RecordingError,
} from './recording/recording.ts';
export { type Difference, type ReplayReport, replayText, type Skipped } from './recording/replay-report.ts';
export { replay, type ReplayTarget } from './recording/replay.ts';
