import { canNotify, useNotificationSwitch } from '../mail-notifications.ts';
import { Checkbox } from '../parts/form.tsx';
import { useUnreadMail } from '../unread.ts';

/** What to do about new mail: mark it as read, or show notifications. */
export function News() {
  const { count, readAll } = useUnreadMail();
  return (
    <div class="news">
      {count > 0 && (
        <button type="button" class="small" onClick={readAll}>
          Mark all read
        </button>
      )}
      {canNotify && <NotificationSwitch />}
    </div>
  );
}

function NotificationSwitch() {
  const [isOn, turn] = useNotificationSwitch();
  return <Checkbox label="Notify me" checked={isOn} onChange={(checked) => void turn(checked)} />;
}
