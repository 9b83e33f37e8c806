import { KeyRound, type LucideIcon, Moon, Sun, SunMoon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { setTheme, type Theme, themes, useTheme } from '../../shared/theme.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useConfig } from '../system/api.ts';
import styles from './account.module.css';
import { accountTexts as texts } from './account.texts.ts';
import { ChangeOwnPasswordDialog } from './own-password.tsx';

interface SectionProps {
  title: string;
  hint: string;
  children: ReactNode;
}

/** One subject of 'Mi cuenta': what it is about, and beside it, or below on a phone, what can be done. */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p className={styles.hint}>{hint}</p>
      </div>
      <div className={styles.card}>{children}</div>
    </section>
  );
}

export function PasswordSection() {
  const [isOpen, setOpen] = useState(false);
  // Where the company's sign-in is the only way in nobody sets a password.
  if (!(useConfig().data?.passwordLogin ?? true)) return null;
  return (
    <Section title={texts.password.title} hint={texts.password.hint}>
      <Button
        variant="secondary"
        className={styles.action}
        icon={<KeyRound aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {texts.password.change}
      </Button>
      {isOpen && <ChangeOwnPasswordDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

const themeIcons: Record<Theme, LucideIcon> = { dark: Moon, light: Sun, auto: SunMoon };

export function AppearanceSection() {
  const chosen = useTheme(({ theme }) => theme);
  return (
    <Section title={texts.appearance.title} hint={texts.appearance.hint}>
      <fieldset className={styles.themes}>
        <legend className="visually-hidden">{texts.appearance.label}</legend>
        {themes.map((theme) => {
          const Icon = themeIcons[theme];
          return (
            <label key={theme} className={styles.theme}>
              <input
                type="radio"
                name="theme"
                checked={theme === chosen}
                onChange={() => setTheme(theme)}
              />
              <Icon aria-hidden="true" />
              {texts.appearance.themes[theme]}
            </label>
          );
        })}
      </fieldset>
      <p className={styles.hint}>{texts.appearance.autoHint}</p>
    </Section>
  );
}
