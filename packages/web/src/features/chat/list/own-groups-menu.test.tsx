import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildOwnGroup, groupId } from '../../../test/builders.ts';
import { serve, show } from '../../../test/show.tsx';
import { OwnGroupsMenu } from './own-groups-menu.tsx';

afterEach(cleanup);

it('shows how much is unread in a group that is not selected, where something is', async () => {
  window.history.replaceState(null, '', `/groups/${groupId}`);
  serve({
    'GET /groups/me': [
      buildOwnGroup({ unreadCount: 3 }),
      buildOwnGroup({ uuid: 'compras', name: 'Compras', unreadCount: 2 }),
      buildOwnGroup({ uuid: 'obras', name: 'Obras' }),
    ],
  });
  show(<OwnGroupsMenu />);
  const links = () => [...document.querySelectorAll('a')].map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(links()).toEqual(['VEVentas', 'COCompras2 mensaje(s) sin leer', 'OBObras']),
  );
  screen.getByText('Mis grupos');
});
