/** The value of a token in the theme of the page: `token('--ll-primary')` → `#409eff`. For canvases, which cannot read CSS variables. */
export const token = (name: `--ll-${string}`): string => getComputedStyle(document.body).getPropertyValue(name).trim()

/** The value of a length token, px. */
export const tokenPx = (name: `--ll-${string}`): number => Number.parseFloat(token(name)) || 0
