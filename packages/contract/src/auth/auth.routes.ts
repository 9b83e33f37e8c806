import { defineRoute } from '../shared/define-route.ts';
import { nothing } from '../shared/nothing.ts';
import { loginResponseSchema, loginSchema } from './auth.schema.ts';

export const login = defineRoute({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Sign in from an approved device',
  body: loginSchema,
  content: loginResponseSchema,
});

export const logout = defineRoute({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'session',
  summary: 'End this session, its sockets included',
  content: nothing,
});
