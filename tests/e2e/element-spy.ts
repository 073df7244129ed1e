declare global {
  interface Window {
    readonly hasNewElements: (selector: string | null) => boolean
  }
}

/**
 * Adds `window.hasNewElements(selector)` to the page. It compares each visible element of this part with all elements that it has met before, and returns true if
 * one is new. Two elements are the same if they and their next four parents have the same tags, classes, attributes and inline colours, and if both have a text or
 * both have none. Most pages are lists and forms of the kit, so tests need not look at a page that has nothing new.
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
