import { createElement } from 'preact';
// Each icon by its own file: the package's index would make every bundling read 1,700 of them.
import activity from 'lucide/dist/esm/icons/activity.mjs';
import arrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs';
import arrowLeftRight from 'lucide/dist/esm/icons/arrow-left-right.mjs';
import badgeCheck from 'lucide/dist/esm/icons/badge-check.mjs';
import ban from 'lucide/dist/esm/icons/ban.mjs';
import bookOpen from 'lucide/dist/esm/icons/book-open.mjs';
import check from 'lucide/dist/esm/icons/check.mjs';
import checkCheck from 'lucide/dist/esm/icons/check-check.mjs';
import chevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import circleDashed from 'lucide/dist/esm/icons/circle-dashed.mjs';
import circleX from 'lucide/dist/esm/icons/circle-x.mjs';
import clock from 'lucide/dist/esm/icons/clock.mjs';
import command from 'lucide/dist/esm/icons/command.mjs';
import copy from 'lucide/dist/esm/icons/copy.mjs';
import database from 'lucide/dist/esm/icons/database.mjs';
import eye from 'lucide/dist/esm/icons/eye.mjs';
import fastForward from 'lucide/dist/esm/icons/fast-forward.mjs';
import info from 'lucide/dist/esm/icons/info.mjs';
import key from 'lucide/dist/esm/icons/key.mjs';
import landmark from 'lucide/dist/esm/icons/landmark.mjs';
import layoutTemplate from 'lucide/dist/esm/icons/layout-template.mjs';
import list from 'lucide/dist/esm/icons/list.mjs';
import listFilter from 'lucide/dist/esm/icons/list-filter.mjs';
import mail from 'lucide/dist/esm/icons/mail.mjs';
import mailX from 'lucide/dist/esm/icons/mail-x.mjs';
import mousePointerClick from 'lucide/dist/esm/icons/mouse-pointer-click.mjs';
import paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import repeat from 'lucide/dist/esm/icons/repeat.mjs';
import replyAll from 'lucide/dist/esm/icons/reply-all.mjs';
import rewind from 'lucide/dist/esm/icons/rewind.mjs';
import rotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs';
import search from 'lucide/dist/esm/icons/search.mjs';
import send from 'lucide/dist/esm/icons/send.mjs';
import slidersHorizontal from 'lucide/dist/esm/icons/sliders-horizontal.mjs';
import triangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import unplug from 'lucide/dist/esm/icons/unplug.mjs';
import users from 'lucide/dist/esm/icons/users.mjs';
import x from 'lucide/dist/esm/icons/x.mjs';
import zap from 'lucide/dist/esm/icons/zap.mjs';

const icons = {
  mail,
  send,
  template: layoutTemplate,
  file: paperclip,
  requests: arrowLeftRight,
  activity,
  contacts: users,
  lists: list,
  suppressed: mailX,
  verified: badgeCheck,
  accounts: landmark,
  fault: zap,
  options: slidersHorizontal,
  book: bookOpen,
  state: database,
  clock,
  done: check,
  delivered: checkCheck,
  queued: circleDashed,
  refused: ban,
  close: x,
  search,
  opened: eye,
  clicked: mousePointerClick,
  warning: triangleAlert,
  bounced: replyAll,
  retry: rotateCw,
  rewind,
  lost: unplug,
  replayed: repeat,
  back: arrowLeft,
  filter: listFilter,
  command,
  error: circleX,
  info,
  advance: fastForward,
  open: chevronRight,
  copy,
  key,
} as const;

/** What an icon stands for. */
export type IconName = keyof typeof icons;

/** A small picture next to a word that says the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {icons[name].map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  );
}
