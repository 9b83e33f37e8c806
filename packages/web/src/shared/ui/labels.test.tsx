import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Switch } from './switch.tsx';
import { PasswordField } from './text-field.tsx';

afterEach(cleanup);

it('finds a switch by its label, and nothing else beside it', () => {
  const change = vi.fn();
  render(<Switch label="Sin oficina" checked={false} onChange={change} hint="Se puede cambiar" />);
  const control = screen.getByLabelText('Sin oficina');
  expect(control).toBe(screen.getByRole('switch', { name: 'Sin oficina', checked: false }));
  fireEvent.click(control);
  expect(change).toHaveBeenCalledWith(true);
});

it('finds a password by a part of its label, and not the button that shows it', () => {
  render(<PasswordField label="Contraseña" name="password" />);
  const field = screen.getByLabelText<HTMLInputElement>(/contraseña/i);
  expect(field.type).toBe('password');
  fireEvent.click(screen.getByRole('button'));
  expect(field.type).toBe('text');
});
