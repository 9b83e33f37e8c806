import { Check, X } from 'lucide-react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { PageLink } from '../../../shared/ui/page-link.tsx';
import { firstStepsTexts as texts } from '../first-steps.texts.ts';
import type { Step } from '../first-steps.ts';
import { useFirstSteps } from '../hooks/use-first-steps.ts';
import styles from './first-steps.module.css';

/** Shown to administrators while something is missing; ticked off as it is done, here or by a colleague. */
export function FirstSteps() {
  const { steps, hide } = useFirstSteps();
  if (!steps) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <header className={styles.header}>
        <h2 id="first-steps" className={styles.title}>
          {texts.title}
        </h2>
        <span className={styles.progress}>{texts.progress(doneCount, steps.length)}</span>
        <IconButton
          withTooltip={false}
          className={styles.hide}
          label={texts.hide}
          title={texts.hide}
          icon={X}
          variant="plain"
          size="s"
          onClick={hide}
        />
      </header>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.key} className={styles.item} data-next={step === next || undefined}>
            <StepLine step={step} number={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepLine({ step: { key, to, isDone }, number }: { step: Step; number: number }) {
  const { label, hint } = texts.steps[key];
  return (
    <div className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden="true">
        {isDone ? <Check /> : number}
      </span>
      <span className={styles.text}>
        {isDone ? (
          <span className={styles.label}>
            <span className="visually-hidden">{texts.done} </span>
            {label}
          </span>
        ) : (
          <PageLink to={to} className={styles.label}>
            {label}
          </PageLink>
        )}
        <span className={styles.hint}>{hint}</span>
      </span>
    </div>
  );
}
