// Whoever is signed in gets the files of the chat, and what the server has to say for it, together with the start of the
// page. In its own file because the page's policy forbids inline scripts; the build names the files. The keys are those
// of src/shared/session.ts and selected-entry.ts, the answers are taken by src/shared/prefetched.ts.
try {
  const login = JSON.parse(localStorage.getItem('chat.login'));
  if (login) {
    loadAhead(document.currentScript.dataset.files.split(' '));
    askAhead(login.accessToken, /^\/groups\/[^/]+$/.exec(location.pathname)?.[0]);
  }
} catch {
  // Storage may be closed to the page: all of it comes when it is needed.
}

function loadAhead(files) {
  for (const href of files) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(
      Object.assign(document.createElement('link'), { ...kind, href, crossOrigin: '' }),
    );
  }
}

function askAhead(token, group) {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const asked = {};
  window.prefetched = asked;
  ask('/api/users/me');
  if (!group) return;
  // Given on once its messages are asked for, too, so that nobody asks for them again.
  ask(`/api${group}/chats`, async (list) => {
    const opened = openedOf((await list.clone().json()).content);
    if (opened?.chatUuid) ask(`/api/chats/${opened.chatUuid}/messages`);
  });
  ask('/api/groups/me');

  function ask(url, then) {
    const question = fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
    const answer = then
      ? question.then(async (found) => {
          if (found.ok) await then(found).catch(() => {});
          return found;
        })
      : question;
    answer.catch(() => {});
    asked[url] = { token, answer };
  }
}

/** The entry that src/pages/prefetch-chat.ts would choose. */
function openedOf(entries) {
  const uuid = localStorage.getItem('chat.selectedUser');
  const chatType = localStorage.getItem('chat.chatType');
  return (
    entries.find((entry) => entry.uuid === uuid && entry.chatType === chatType) ??
    entries.find((entry) => entry.chatType === 'GROUP')
  );
}
