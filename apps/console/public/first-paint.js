// Before any module runs: a signed-in user needs the shell, so its files are fetched together with the entry, not after it.
try {
  const prefix = window.self === window.top ? 'saber-' : 'saber-iframe-'
  if (JSON.parse(localStorage.getItem(`${prefix}token`))?.content)
    for (const href of (document.currentScript.dataset.session ?? '').split(' ').filter(Boolean))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
} catch {
  // The console loads these files a moment later anyway.
}
