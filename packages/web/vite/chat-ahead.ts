import { fileURLToPath } from 'node:url';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/app/chat-ahead.ts', import.meta.url));
/** The files that a signed-in user needs in any case. */
const PAGES = /\/src\/(app\/layout\/main-layout|pages\/user-groups-chat\.page)\.tsx$/;
const FONT = /^assets\/inter-latin-wght.*\.woff2$/;

/**
 * Names the chat's files in the page, so that they come together with the start and not once it has run; the script
 * `chat-ahead.js` asks for them where somebody is signed in.
 */
export function chatAhead(): Plugin {
  return {
    name: 'chat-ahead',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'chat-ahead.js', source: await bundleScript() });
    },
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

/** In a file of its own, since the page's policy forbids inline scripts, and no module, which would run after the page. */
async function bundleScript(): Promise<string> {
  const output = { format: 'iife' as const, codeSplitting: false };
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', rolldownOptions: { input: SOURCE, output } },
  });
  const script = [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .find((file): file is Rolldown.OutputChunk => file.type === 'chunk');
  if (!script) throw new Error('The page is built without chat-ahead.js.');
  return script.code;
}

function preloadedFont(bundle: Rolldown.OutputBundle): HtmlTagDescriptor {
  const font = Object.keys(bundle).find((file) => FONT.test(file));
  if (!font) throw new Error('The page is built without its font.');
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
  return { tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' };
}

/** The scripts of those pages with all that they import, without what the start itself names. */
function chatFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = (wanted: typeof chunks) => {
    const found = new Set(wanted);
    for (const { imports } of found)
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
    return [...found].map(({ fileName }) => fileName);
  };
  const atStart = new Set(files(chunks.filter(({ isEntry }) => isEntry)));
  const ofChat = files(chunks.filter(({ facadeModuleId }) => PAGES.test(facadeModuleId ?? '')));
  return ofChat.filter((file) => !atStart.has(file)).map((file) => `/${file}`);
}
