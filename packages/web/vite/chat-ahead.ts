import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** What whoever is signed in will need, whatever the start decides. */
const PAGES = /\/src\/(app\/layout\/main-layout|pages\/user-groups-chat\.page)\.tsx$/;
const FONT = /^assets\/inter-latin-wght.*\.woff2$/;

/**
 * Names the chat's files in the page, so that they come together with the start and not once it has run; `chat-ahead.js`
 * asks for them where somebody is signed in.
 */
export function chatAhead(): Plugin {
  return {
    name: 'chat-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) => [
        preloadedFont(bundle),
        {
          tag: 'script',
          attrs: { src: '/chat-ahead.js', 'data-files': chatFiles(bundle).join(' ') },
          // Behind the style sheet it would wait for it.
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

function preloadedFont(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const font = Object.keys(bundle).find((file) => FONT.test(file));
  if (!font) throw new Error('The page is built without its font.');
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
  return { tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' };
}

/** The scripts and style sheets of those pages with all that they import, without what the start itself names. */
function chatFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = (wanted: typeof chunks) => {
    const found = new Set(wanted);
    for (const { imports } of found)
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
    return [...found].flatMap(({ fileName, viteMetadata }) => [
      fileName,
      ...(viteMetadata?.importedCss ?? []),
    ]);
  };
  const atStart = new Set(files(chunks.filter(({ isEntry }) => isEntry)));
  const ofChat = files(chunks.filter(({ facadeModuleId }) => PAGES.test(facadeModuleId ?? '')));
  return ofChat.filter((file) => !atStart.has(file)).map((file) => `/${file}`);
}
