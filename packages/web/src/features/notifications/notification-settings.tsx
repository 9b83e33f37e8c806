import { testPush } from '@chat/contract/notifications';
import {
  Bell,
  BellOff,
  BellRing,
  CircleAlert,
  CircleCheck,
  Clock,
  type LucideIcon,
  Moon,
} from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { errorMessage } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { formatWhen } from '../../shared/format/time.ts';
import { usePageVisible } from '../../shared/hooks/browser.ts';
import { useServerTime } from '../../shared/server-clock.ts';
import { useSingleMutation } from '../../shared/toast/mutations.ts';
import { Button } from '../../shared/ui/button.tsx';
import { cx } from '../../shared/ui/cx.ts';
import { FailureState, Skeleton } from '../../shared/ui/placeholders.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import styles from './notification-settings.module.css';
import { notificationsTexts } from './notifications.texts.ts';
import { useOwnNotifications, useSetOutsideHours } from './own-notifications.ts';
import { switchOn } from './permission-offer.tsx';
import {
  checkSubscription,
  type PushState,
  renewSubscription,
  replaceSubscription,
  usePushState,
} from './push-subscription.ts';

const texts = notificationsTexts.own;

/** Whether this browser tells of messages while the page is closed, and when the person wants to be told. */
export function NotificationSettings() {
  return (
    <>
      <PushSection />
      <HoursSection />
    </>
  );
}

// A bell struck through would say no before it is known.
const stateIcons: Partial<Record<PushState, LucideIcon>> = { subscribed: BellRing, pending: Bell };

function PushSection() {
  const state = usePushState();
  const isVisible = usePageVisible();
  useEffect(() => {
    if (isVisible) void checkSubscription();
  }, [isVisible]);
  return (
    <section className={styles.section} aria-label={texts.push}>
      <h3 className={styles.heading}>{texts.push}</h3>
      <Line icon={stateIcons[state] ?? BellOff} isGood={state === 'subscribed'}>
        {texts.states[state]}
      </Line>
      <PushAction state={state} />
    </section>
  );
}

/** The next step, where there is one. */
function PushAction({ state }: { state: PushState }) {
  if (state === 'subscribed') return <TestPush />;
  if (state === 'default') {
    return (
      <Button className={styles.action} onClick={() => void switchOn()}>
        {notificationsTexts.allow}
      </Button>
    );
  }
  if (state === 'refused') {
    return (
      <Button className={styles.action} onClick={() => void replaceSubscription()}>
        {texts.subscribeAgain}
      </Button>
    );
  }
  if (state !== 'unreachable') return null;
  return (
    <Button variant="secondary" className={styles.action} onClick={() => void renewSubscription()}>
      {texts.tryAgain}
    </Button>
  );
}

interface TestResult {
  isDelivered: boolean;
  text: string;
}

/** Has the server push to this browser, and says whether that went through. */
function TestPush() {
  const [result, setResult] = useState<TestResult>();
  const test = useSingleMutation({
    mutationFn: async () => (await callApi(testPush)).content.delivered,
    onSuccess: (isDelivered) => {
      setResult({ isDelivered, text: isDelivered ? texts.delivered : texts.states.unreachable });
      // Not out of reach, perhaps, but refused for good.
      if (!isDelivered) void checkSubscription();
    },
    onError: (error) =>
      setResult({ isDelivered: false, text: errorMessage(error, texts.testFailed) }),
  });
  return (
    <>
      <Button
        variant="secondary"
        className={styles.action}
        isBusy={test.isPending}
        onClick={() => test.mutate()}
      >
        {texts.test}
      </Button>
      <p role="status" className={cx(styles.result, result?.isDelivered && styles.delivered)}>
        {result && (
          <>
            {result.isDelivered ? (
              <CircleCheck aria-hidden="true" />
            ) : (
              <CircleAlert aria-hidden="true" />
            )}
            <span>{result.text}</span>
          </>
        )}
      </p>
    </>
  );
}

function HoursSection() {
  const own = useOwnNotifications();
  const setting = useSetOutsideHours();
  return (
    <section className={styles.section} aria-label={texts.hours}>
      <h3 className={styles.heading}>{texts.hours}</h3>
      {own.isError && !own.data && (
        <FailureState title={texts.hoursFailed} onRetry={() => void own.refetch()} />
      )}
      {own.isPending && <Skeleton height="4.5rem" />}
      {own.data && (
        <>
          <InsideLine isInside={own.data.inside} until={own.data.until} />
          <Switch
            label={texts.outsideHours}
            hint={texts.outsideHoursHint}
            checked={setting.isPending ? setting.variables : own.data.outsideHours}
            onChange={(outsideHours) => setting.mutate(outsideHours)}
          />
        </>
      )}
    </section>
  );
}

/** Whether it is one's own hours now, and until when. */
function InsideLine({ isInside, until }: { isInside: boolean; until: string | null }) {
  const when = useServerTime(
    useCallback((now: number) => (until === null ? '' : formatWhen(until, new Date(now))), [until]),
  );
  const text = isInside ? texts.inside : texts.outside;
  return (
    <Line icon={isInside ? Clock : Moon} isGood={isInside}>
      {when ? text.until(when) : text.open}
    </Line>
  );
}

interface LineProps {
  icon: LucideIcon;
  isGood: boolean;
  children: ReactNode;
}

function Line({ icon: Icon, isGood, children }: LineProps) {
  return (
    <p className={cx(styles.line, isGood && styles.good)}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
