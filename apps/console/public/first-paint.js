// Sets the kept theme before anything is painted, so that a dark console does not flash white.
try {
  const prefix = window.self === window.top ? 'saber-' : 'saber-iframe-'
  const kept = JSON.parse(localStorage.getItem(`${prefix}themeName`))
  if (kept?.content === 'dark') document.body.className = 'dark'
} catch {
  // The default theme stands.
}
