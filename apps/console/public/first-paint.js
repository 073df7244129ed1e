// Before any module runs: the page after the entry, the shell or the sign-in page, is fetched together with the entry, not after it.
try {
  const prefix = window.self === window.top ? 'saber-' : 'saber-iframe-'
  const { session = '', guest = '' } = document.currentScript.dataset
  const isKnown = JSON.parse(localStorage.getItem(`${prefix}token`))?.content
  for (const href of (isKnown ? session : guest).split(' ').filter(Boolean)) {
    const way = href.endsWith('.css') ? { rel: 'preload', as: 'style', crossOrigin: '' } : { rel: 'modulepreload' }
    document.head.append(Object.assign(document.createElement('link'), { ...way, href }))
  }
} catch {
  // The console loads these files a moment later anyway.
}
