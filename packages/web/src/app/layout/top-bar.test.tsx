import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { serve, show, user } from '../../test/show.tsx';
import { TopBar } from './top-bar.tsx';

afterEach(cleanup);

it('begins dark, and its button leads on to light, auto and dark again, each kept', async () => {
  serve();
  show(<TopBar email="ana@empresa.local" isMenuOpen={false} onMenu={() => {}} connection={null} />);
  const button = screen.getByLabelText('Cambiar tema');
  const described = () => button.getAttribute('aria-description');
  expect(described()).toBe('Tema oscuro');
  for (const theme of ['light', 'auto', 'dark']) {
    await user.click(button);
    expect(document.documentElement.dataset.theme).toBe(theme);
    expect(localStorage.getItem('chat.theme')).toBe(theme);
  }
  expect(described()).toBe('Tema oscuro');
});
