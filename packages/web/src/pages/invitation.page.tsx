import { useEffect, useState } from 'react';
import { arrivalTexts } from '../features/session/arrivals.texts.ts';
import { takeToken } from '../features/session/arrivals.ts';
import { Entrance, Refusal } from '../features/session/entrance.tsx';
import { InvitationForm } from '../features/session/invitation-form.tsx';
import { goTo } from '../shared/navigation.ts';
import { routePaths } from '../shared/routes.ts';
import { Button } from '../shared/ui/button.tsx';

const texts = arrivalTexts.invitation;

const goToSignIn = () => goTo(routePaths['auth.login'], { replace: true });

/** 'Crea tu contraseña', for whoever has opened the link of an invitation (rules/arrivals 2). */
export function InvitationPage() {
  const token = useToken();
  const [refused, setRefused] = useState<{ token: string; why: string } | null>(null);
  if (token === null) return null;
  const why = token === '' ? texts.incomplete : refused?.token === token && refused.why;
  return (
    <Entrance isSentence title={texts.title} hint={why ? texts.refused : texts.hint}>
      {why ? (
        <Refusal why={why}>
          <Button variant="secondary" onClick={goToSignIn}>
            {texts.signIn}
          </Button>
        </Refusal>
      ) : (
        <InvitationForm
          key={token}
          token={token}
          onSet={goToSignIn}
          onInvalid={(reason) => setRefused({ token, why: reason })}
        />
      )}
    </Entrance>
  );
}

/** Null until the address was read. Another link may be opened in the same tab, which loads no page anew. */
function useToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setToken(takeToken());
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token;
}
