export interface Shot {
  readonly page: string
  readonly path: string
  /** Name of the state the page was brought into; missing for the page as opened. */
  readonly state?: string | undefined
  readonly file: string
  readonly lang: string
  readonly theme: string
  readonly width: number
  /** Problems found: errors in the browser's console, failed calls, a page wider than its window. */
  readonly wrong: readonly string[]
}

const html = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

const figure = ({ file, state, lang, theme, width, wrong }: Shot): string =>
  `<figure><a href="${html(file)}"><img loading="lazy" src="${html(file)}" alt=""></a><figcaption>${state ? `${html(state)} · ` : ''}${lang} · ${theme} · ${width}` +
  `${wrong.map((each) => `<b>${html(each)}</b>`).join('')}</figcaption></figure>`

/** Returns the contact sheet as HTML: a section per page with all its pictures, problems in red. */
export const contactSheet = (shots: readonly Shot[], taken: string): string => {
  const pages = [...new Set(shots.map(({ path }) => path))]
  const sections = pages.map((path) => {
    const own = shots.filter((shot) => shot.path === path)
    return `<section><h2>${html(own[0]!.page)} <code>${html(path)}</code></h2><div>${own.map(figure).join('')}</div></section>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Lamplight, ${html(taken)}</title>
<style>
body { font: 14px system-ui, sans-serif; margin: 24px; background: #ddd; color: #222 }
div { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start }
figure { margin: 0 } img { height: 260px; border: 1px solid #999; background: #fff }
figcaption { font-size: 12px; max-width: 460px } b { display: block; color: #b00020; font-weight: 400 }
</style>
<h1>${shots.length} pictures, ${html(taken)}</h1>
${sections.join('\n')}
`
}
