import { expect, it } from 'vitest';
import { groupIn, groupPath, type RouteName, routeAt, routePaths } from './routes.ts';

it.each(Object.entries(routePaths))('%s is found at %s', (name, path) => {
  expect(routeAt(path.replace(':id', 'grupo'))).toBe(name);
});

const written: [path: string, route: RouteName | null, groupId: string | null][] = [
  ['/groups/', 'user.groups', null],
  ['/Admin/Users', 'admin.users', null],
  ['/groups/grupo/', 'user.groups.chat', 'grupo'],
  ['/groups/un%20grupo', 'user.groups.chat', 'un grupo'],
  ['/groups/100%', 'user.groups.chat', '100%'],
  ['/groups/grupo/otra', null, null],
  ['/nada', null, null],
];

it.each(written)('%s is the route %s with the group %s', (path, route, groupId) => {
  expect([routeAt(path), groupIn(path)]).toEqual([route, groupId]);
});

it('gives a group the path that it is found by', () => {
  expect(groupIn(groupPath('a/b ñ'))).toBe('a/b ñ');
});
