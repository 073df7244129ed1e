/** The value of a token as the theme on the page sets it: `token('--ll-primary')` → `#409eff`. For canvases and antd, which cannot read variables. */
export const token = (name: `--ll-${string}`): string => getComputedStyle(document.body).getPropertyValue(name).trim()

/** A length token in px. */
export const tokenPx = (name: `--ll-${string}`): number => Number.parseFloat(token(name)) || 0
