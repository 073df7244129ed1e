// Before any module runs: whoever has a session will need the console, so its files are fetched beside the entry, not after it.
try {
  const prefix = window.self === window.top ? 'saber-' : 'saber-iframe-'
  if (JSON.parse(localStorage.getItem(`${prefix}token`))?.content)
    for (const href of (document.currentScript.dataset.session ?? '').split(' ').filter(Boolean))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
} catch {
  // They come a moment later.
}
