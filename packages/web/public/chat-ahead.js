// Whoever is signed in gets the files of the chat together with the start of the page. In its own file because the
// page's policy forbids inline scripts; the build names the files. Its key is that of src/shared/session.ts.
try {
  const { files } = document.currentScript.dataset;
  if (localStorage.getItem('chat.login')) {
    for (const href of files.split(' ')) {
      const kind = href.endsWith('.css')
        ? { rel: 'preload', as: 'style' }
        : { rel: 'modulepreload' };
      document.head.append(
        Object.assign(document.createElement('link'), { ...kind, href, crossOrigin: '' }),
      );
    }
  }
} catch {
  // Storage may be closed to the page: the files come when they are needed.
}
