/** Functions in the page that a keyboard walk calls. */
export interface WalkSpy {
  /** Starts at the last visible `selector`; returns the maximum number of Tab presses its controls need. */
  readonly begin: (selector: string) => number
  /** True if the focus has left the part of the page, or has returned to the first control of a dialog. */
  readonly over: () => boolean
  readonly end: () => { readonly stops: number; readonly wrong: readonly string[]; readonly groups: number }
  /** Focuses the single tab stop of a group (tabs, a tree, radios); returns the number of members that Tab did not reach. */
  readonly enter: (group: number) => { readonly members: number; readonly isTree: boolean }
  readonly left: (group: number) => readonly string[]
}

/** Runs in the page before its own code: adds `window.walkSpy`, counts running requests and those that the walk would have sent, and shortens lists. */
export const installSpy = (): void => {
  const CONTROLS = [
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [tabindex]',
    ...'button link tab menuitem menuitemradio checkbox radio switch combobox treeitem option slider spinbutton'
      .split(' ')
      .map((role) => `[role=${role}]`),
  ].join(',')
  /** Lists show two rows instead of ten: what holds for two rows holds for ten, and the walk is a third as long. */
  const LONG_LIST = /([?&]size)=10(?!\d)/
  const NATIVE = 'a[href], button, input, select, textarea, summary, [contenteditable=true]'
  const GROUPS = '[role=tablist], [role=tree], [role=listbox], [role=radiogroup], [role=menu], [role=toolbar]'
  let root: HTMLElement = document.body
  let controls: HTMLElement[] = []
  let looks = new Map<HTMLElement, string>()
  let line: HTMLElement[] = []
  let blind = new Set<HTMLElement>()
  let done = false
  let groups: { stop: HTMLElement; members: HTMLElement[] }[] = []

  const seen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    const there = width > 0 && height > 0 && element.isConnected && element.checkVisibility({ visibilityProperty: true })
    return there && !element.closest('[inert], [aria-hidden=true], .ll-toasts')
  }
  /** True if the keyboard must reach the element. A button with `aria-keyshortcuts` and no tab stop has a key instead. */
  const wanted = (element: HTMLElement): boolean => {
    if (!seen(element) || element.matches(':disabled, [aria-disabled=true], [class*="-disabled"]')) return false
    if (element.tabIndex < 0 && element.hasAttribute('aria-keyshortcuts')) return false
    return element.tabIndex >= 0 || element.matches(`${NATIVE}, [role]:not([role=option])`)
  }
  const nameOf = (element: Element): string => {
    const labels = ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)).find(Boolean) ?? element.textContent
    const role = element.getAttribute('role')
    const classes = (element.getAttribute('class') ?? '').split(' ').slice(0, 2).join('.')
    return `${element.tagName.toLowerCase()}${role ? `[${role}]` : ''}.${classes} «${(labels ?? '').trim().slice(0, 24)}»`
  }
  /** Returns outline and shadow of the elements that may show the focus: the control, elements drawn beside or in it, or a frame around it. */
  const lookOf = (element: HTMLElement): string => {
    const parts: string[] = []
    const put = (one: Element | null, pseudo?: string): void => {
      if (!one) return
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one, pseudo)
      const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : `${outlineWidth} ${outlineColor}`
      parts.push(outline, boxShadow)
    }
    put(element)
    put(element, '::before')
    put(element, '::after')
    put(element.nextElementSibling)
    for (let [up, around] = [0, element.parentElement]; up < 3 && around && around !== root; up++, around = around.parentElement)
      put(around)
    return parts.join('|')
  }
  const note = ({ target }: FocusEvent): void => {
    const element = target as HTMLElement
    if (done || element === root) return
    done = line.includes(element) || (!root.contains(element) && !root.matches('dialog'))
    if (done) return
    line.push(element)
  }
  /**
   * Runs before a key moves the focus: records whether the focused element looks focused, and the active
   * member of a group whose focus stays in place.
   */
  const look = (): void => {
    const element = document.activeElement as HTMLElement | null
    if (!element) return
    if (looks.get(element) === lookOf(element)) blind.add(element)
    const active = element.getAttribute('aria-activedescendant')
    const within = active ? document.getElementById(active) : null
    if (within instanceof HTMLElement && !line.includes(within)) line.push(within)
  }
  const watch = (): void => {
    document.addEventListener('focusin', note, true)
    document.addEventListener('keydown', look, true)
  }
  const unwatch = (): void => {
    document.removeEventListener('focusin', note, true)
    document.removeEventListener('keydown', look, true)
  }
  const comes = (one: Element, next: Element): boolean => (one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  /** True if the element can be pressed only by the mouse: neither it nor an element around or in it is a control. */
  const mouseOnly = (element: HTMLElement): boolean => {
    const props = Object.entries(element).find(([key]) => key.startsWith('__reactProps$'))?.[1] as { onClick?: unknown } | undefined
    if (typeof props?.onClick !== 'function' || !seen(element) || element.matches(`${CONTROLS}, label, dialog, tr`)) return false
    // The marks of a slider are positions on it, and a tree has arrow keys; a row only moves the cursor of the arrow keys.
    return !element.closest(`${NATIVE}, label, [role=treeitem]`) && !element.querySelector(NATIVE)
  }
  const groupUp = (missed: readonly HTMLElement[]): string[] => {
    groups = []
    return missed.flatMap((one) => {
      const around = one.closest<HTMLElement>(GROUPS)
      const radio = one instanceof HTMLInputElement && one.type === 'radio' ? one.name : null
      const stop = line.find(
        (other) => around?.contains(other) || (radio !== null && other instanceof HTMLInputElement && other.name === radio),
      )
      // An element around a control that Tab reached needs no tab stop of its own.
      if (!one.matches(NATIVE) && line.some((other) => one.contains(other))) return []
      if (!stop) return [`not reached: ${nameOf(one)}`]
      const known = groups.find((group) => group.stop === stop)
      if (known) known.members.push(one)
      else groups.push({ stop, members: [one] })
      return []
    })
  }

  const spy: WalkSpy = {
    begin: (selector) => {
      root = [...document.querySelectorAll<HTMLElement>(selector)].findLast(seen) ?? document.body
      const first = document.activeElement as HTMLElement | null
      first?.blur()
      controls = [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(wanted)
      looks = new Map(controls.map((one) => [one, lookOf(one)]))
      line = []
      blind = new Set()
      done = false
      watch()
      // In a dialog the walk starts where opening the dialog put the focus.
      const start = root.matches('dialog') ? first : root
      // `body` takes the focus only with a tab index; without it, a second walk would start where the first one ended.
      if (start && !start.hasAttribute('tabindex') && !start.matches(NATIVE)) start.tabIndex = -1
      start?.focus()
      return controls.length + 4
    },
    over: () => done,
    end: () => {
      unwatch()
      const inside = line.filter((one) => root.contains(one))
      const outside = line.filter((one) => one.isConnected && !root.contains(one))
      const back = inside.flatMap((one, i) => {
        const next = inside[i + 1]
        return next && !comes(one, next) ? [`out of order: ${nameOf(one)} → ${nameOf(next)}`] : []
      })
      return {
        stops: inside.length,
        wrong: [
          ...outside.map((one) => `outside the dialog: ${nameOf(one)}`),
          // In a dialog the walk starts in the middle, so one step backwards is expected.
          ...back.slice(root.matches('dialog') ? 1 : 0),
          ...[...blind].map((one) => `focus not seen: ${nameOf(one)}`),
          ...groupUp(controls.filter((one) => !line.includes(one) && seen(one))),
          ...[...root.querySelectorAll<HTMLElement>('*')].filter(mouseOnly).map((one) => `mouse only: ${nameOf(one)}`),
        ],
        groups: groups.length,
      }
    },
    enter: (group) => {
      const { stop, members } = groups[group]!
      line = []
      done = false
      watch()
      stop.focus()
      return { members: members.length, isTree: stop.matches('[role=treeitem]') }
    },
    left: (group) => {
      unwatch()
      const { members } = groups[group]!
      return members.filter((one) => !line.includes(one) && seen(one)).map((one) => `not reached by arrows: ${nameOf(one)}`)
    },
  }
  const state = Object.assign(window, { walkSpy: spy, walkWaits: 0, walkQuiet: 0, walkSends: 0, walkHolds: false })
  const real = window.fetch
  window.fetch = (...args) => {
    if (state.walkHolds && (args[1]?.method ?? 'GET') !== 'GET') {
      state.walkSends++
      return Promise.resolve(Response.json({ code: 400, success: false, data: null, msg: 'held' }, { status: 400 }))
    }
    state.walkWaits++
    const [to, ...rest] = args
    return real(typeof to === 'string' ? to.replace(LONG_LIST, '$1=2') : to, ...rest).finally(() => {
      state.walkWaits--
      state.walkQuiet = performance.now()
    })
  }
}
