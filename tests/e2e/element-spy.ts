declare global {
  interface Window {
    readonly hasNewElements: (selector: string | null) => boolean
  }
}

/**
 * Runs in the page: adds `window.hasNewElements(selector)`, which tells whether the part of the page has an element unlike all before. Elements are alike
 * if they and their next parents have the same tags, classes, colours of their own and names of attributes, and both have a text or none. A page without a new
 * element needs no second look: most pages are lists and forms of the kit.
 */
export const installElementSpy = (): void => {
  const seen = new Set<string>()
  const PARENTS = 4
  const VALUES = ['role', 'type', 'tabindex', 'aria-hidden', 'aria-disabled', 'aria-selected', 'aria-pressed', 'aria-current']
  const nameOf = (element: Element): string => {
    const attributes = element
      .getAttributeNames()
      .filter((name) => name !== 'class' && name !== 'style')
      .map((name) => (VALUES.includes(name) ? `${name}=${element.getAttribute(name)}` : name))
    const { color = '', background = '' } = element instanceof HTMLElement ? element.style : {}
    return [
      element.tagName,
      ...element.classList,
      ...attributes.toSorted(),
      color,
      background,
      element.textContent?.trim() ? 'text' : '',
    ].join(' ')
  }
  const hasNewElements = (selector: string | null): boolean => {
    const root = selector ? document.querySelector(selector) : document.body
    const names = new Map<Element, string>()
    let fresh = false
    for (const element of root?.querySelectorAll('*') ?? []) {
      if (element.parentElement?.closest('svg') || !element.checkVisibility()) continue
      const line: string[] = []
      for (let at: Element | null = element; at && line.length <= PARENTS; at = at.parentElement) {
        const name = names.get(at) ?? nameOf(at)
        names.set(at, name)
        line.push(name)
      }
      const key = line.join('<')
      if (seen.has(key)) continue
      seen.add(key)
      fresh = true
    }
    return fresh
  }
  Object.assign(window, { hasNewElements })
}
