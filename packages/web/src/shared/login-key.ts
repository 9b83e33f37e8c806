export const LOGIN_KEY = 'chat.login';
