import { fileURLToPath } from 'node:url';

interface Context {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const pages = {
  login: ['pages/auth-login.page.tsx'],
  chat: [
    'app/layout/main-layout.tsx',
    'pages/user-groups.page.tsx',
    'pages/user-groups-chat.page.tsx',
    'pages/chats-me.page.tsx',
    'pages/prefetch-chat.ts',
  ],
  overlays: ['shared/ui/overlays.tsx'],
  search: ['features/search/search-body.tsx'],
};

/** Every module that those files load with themselves, not later on. */
function modulesOf(files: string[], context: Context): Set<string> {
  const loaded = new Set(
    files.map((file) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))),
  );
  for (const id of loaded) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported);
  }
  return loaded;
}

function ifLoadedBy(...kinds: (keyof typeof pages)[]) {
  let loaded: Set<string>[] | undefined;
  return (id: string, context: Context) => {
    loaded ??= kinds.map((kind) => modulesOf(pages[kind], context));
    return loaded.every((modules) => modules.has(id)) ? kinds.join('-and-') : null;
  };
}

/**
 * Code shared by several pages comes in a few files, with the first page that needs it: without groups, each set of
 * pages would have its own file, forty to open one page; in a single file, the sign-in page would wait for the
 * administration's forms.
 */
export const chunkGroups = [
  { name: 'start', tags: ['$initial' as const] },
  // Without it the chat would wait for the fields of the sign-in page.
  { name: ifLoadedBy('login', 'chat'), debugName: 'login-and-chat', minShareCount: 2 },
  { name: ifLoadedBy('login'), debugName: 'login', minShareCount: 2 },
  { name: ifLoadedBy('chat'), debugName: 'chat', minShareCount: 2 },
  { name: ifLoadedBy('overlays'), debugName: 'overlays' },
  { name: ifLoadedBy('search'), debugName: 'search', minShareCount: 2 },
  // Asked for by every chat soon after it is drawn: beside the administration's forms it would bring those along.
  { name: 'stored-files', test: /\/node_modules\/idb\// },
  { name: 'administration', test: /\/src\/|\/node_modules\//, minShareCount: 2 },
];
