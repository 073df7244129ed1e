/** A control with too little contrast between its text or icon and the background. */
export interface Weak {
  readonly control: string
  readonly state: string
  readonly theme: string
  readonly ratio: number
}

/** Runs in the page: `window.contrastSpy(themes)` measures every control that it has not measured before. */
export interface ContrastSpy {
  /** Applies each theme to the page and each state to each new control; returns the number of new controls and the weak ones. */
  readonly measure: (themes: readonly string[]) => { readonly controls: number; readonly weak: readonly Weak[] }
}

/**
 * Adds `window.contrastSpy`. States are forced by attributes: each `:hover` of a style sheet is extended by `[data-state-hover]`, which has the
 * same specificity, so the cascade is the same as under a mouse.
 */
export const installContrastSpy = (): void => {
  const CONTROLS = [
    'a[href], button, input:not([type=hidden]), select, textarea, summary, th, label:has(input)',
    '[role=option], [role=menuitem], [role=menuitemradio], [role=tab], [role=treeitem], .ll-toast, .ll-mark, .ll-r-banner',
  ].join(',')
  const PSEUDO = { ':hover': 'hover', ':active': 'active', ':focus-visible': 'focus', ':focus-within': 'focus', ':focus': 'focus' } as const
  const STATES = { rest: [], hover: ['hover'], active: ['hover', 'active'], focus: ['focus'], disabled: [] } as const
  /** Minimum contrast: AA for texts; 3 for icons and disabled controls. */
  const [TEXT, SHAPE] = [4.5, 3]
  type Colour = readonly [number, number, number, number]
  const seen = new Set<string>()
  const mine = new WeakSet<CSSStyleRule>()
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const colours = new Map<string, Colour>()

  const openRules = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && !mine.has(rule)) {
        mine.add(rule)
        const wider = rule.selectorText.replace(/:(?:hover|active|focus-visible|focus-within|focus)(?![\w-])/g, (pseudo) => {
          return `:is(${pseudo}, [data-state-${PSEUDO[pseudo as keyof typeof PSEUDO]}])`
        })
        if (wider !== rule.selectorText) rule.selectorText = wider
      }
      if ('cssRules' in rule) openRules((rule as CSSGroupingRule).cssRules)
    }
  }
  const read = (colour: string): Colour => {
    const known = colours.get(colour)
    if (known) return known
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data
    const found: Colour = [r, g, b, a / 255]
    colours.set(colour, found)
    return found
  }
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (at: 0 | 1 | 2): number => top[at] * top[3] + below[at] * (1 - top[3])
    return [mix(0), mix(1), mix(2), 1]
  }
  const luminance = ([r, g, b]: Colour): number => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((part) =>
      part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * x + 0.7152 * y + 0.0722 * z
  }
  const contrast = (a: Colour, b: Colour): number => {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
    return (light + 0.05) / (dark + 0.05)
  }
  /** Returns the background colour behind an element, and the opacity of its text; null on a picture. */
  const groundOf = (element: Element): { ground: Colour; share: number } | null => {
    const layers: Colour[] = []
    let share = 1
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at)
      // The map paints its background itself, in the theme that was set when it was drawn.
      if (at.matches('.ll-map')) return null
      share *= Number(opacity)
      const layer = read(backgroundColor)
      if (layer[3] > 0) layers.push(layer)
      if (layer[3] === 1) break
      if (backgroundImage !== 'none') return null
    }
    return { ground: layers.reduceRight<Colour>((below, layer) => over(layer, below), [255, 255, 255, 1]), share }
  }
  const hasText = (element: Element): boolean =>
    element.matches('input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const shown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  /** Returns the contrast of the focus ring to its background if it is too low; null if it suffices or there is no ring. */
  const weakRing = (control: Element): number | null => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(control)
    if (outlineStyle === 'none' || outlineWidth === '0px') return null
    const below = groundOf(Number.parseFloat(outlineOffset) < 0 ? control : (control.parentElement ?? control))
    const ratio = below ? contrast(read(outlineColor), below.ground) : SHAPE
    return ratio < SHAPE ? ratio : null
  }
  /** Returns the lowest contrast of text, icon or focus ring below its limit; null if all suffice. */
  const measureOne = (control: Element, off: boolean, focused: boolean): number | null => {
    const parts = [control, ...control.querySelectorAll('*')]
    const texts = parts.filter((part) => hasText(part) && shown(part) && !part.closest('.ll-hidden, svg'))
    const shapes = texts.length > 0 ? [] : parts.filter((part) => part instanceof SVGSVGElement && shown(part))
    let weakest = focused ? weakRing(control) : null
    for (const part of [...texts, ...shapes]) {
      const below = groundOf(part)
      if (!below) continue
      const ink = read(getComputedStyle(part).color)
      const ratio = contrast(over([ink[0], ink[1], ink[2], ink[3] * below.share], below.ground), below.ground)
      const wanted = off || part instanceof SVGSVGElement ? SHAPE : TEXT
      if (ratio < wanted && (weakest === null || ratio < weakest)) weakest = ratio
    }
    return weakest
  }
  const marks = (element: Element): string =>
    [...element.attributes]
      .filter(({ name }) =>
        /^(data-(?!state-|.*id$)|aria-(pressed|checked|selected|current|disabled|invalid|expanded)|disabled|type|role)/.test(name),
      )
      .map(({ name, value }) => (value.length < 24 ? `[${name}=${value}]` : `[${name}]`))
      .join('')
  const nameOf = (element: Element): string => {
    const classes = [...element.classList].join('.')
    return `${element.tagName.toLowerCase()}${classes && `.${classes}`}${marks(element)}`
  }
  /** Returns a key of the control: same classes and attributes below the same parents mean the same style rules. */
  const signature = (control: Element): string => {
    const line: string[] = []
    for (let at: Element | null = control; at && at !== document.body; at = at.parentElement) line.push(nameOf(at))
    return `${line.slice(0, 7).join(' < ')} : ${[...control.querySelectorAll('*')].slice(0, 6).map(nameOf).join()}`
  }
  const put = (control: Element, states: readonly string[], on: boolean): void => {
    for (const state of states)
      for (let at: Element | null = control; at; at = state === 'focus' ? null : at.parentElement)
        at.toggleAttribute(`data-state-${state}`, on)
  }
  const measure: ContrastSpy['measure'] = (themes) => {
    for (const sheet of document.styleSheets) openRules(sheet.cssRules)
    const fresh = [...document.querySelectorAll(CONTROLS)].filter((control) => {
      if (!shown(control) || control.closest('[aria-hidden=true]')) return false
      const key = signature(control)
      return !seen.has(key) && seen.add(key)
    })
    const worn = document.body.className
    const weak: Weak[] = []
    for (const theme of themes) {
      document.body.className = theme
      for (const control of fresh) {
        for (const [state, forced] of Object.entries(STATES)) {
          const button = control instanceof HTMLButtonElement || control instanceof HTMLInputElement ? control : null
          if (state === 'disabled' && !button) continue
          const was = button?.disabled ?? false
          if (was && state !== 'disabled') continue
          if (button && state === 'disabled') button.disabled = true
          put(control, forced, true)
          const ratio = measureOne(control, state === 'disabled' || control.matches('[aria-disabled=true], :disabled'), state === 'focus')
          put(control, forced, false)
          if (button) button.disabled = was
          if (ratio !== null)
            weak.push({
              control: `${nameOf(control)} in ${nameOf(control.parentElement!)}`,
              state,
              theme,
              ratio: Math.round(ratio * 100) / 100,
            })
        }
      }
    }
    document.body.className = worn
    return { controls: fresh.length, weak }
  }
  Object.assign(window, { contrastSpy: { measure } })
}
