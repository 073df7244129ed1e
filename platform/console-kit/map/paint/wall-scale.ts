/** Width of a window from which styles and map use the sizes of a video wall, CSS px (base.css). */
const WALL = 3200
const DESIGN = 1920

/**
 * Returns the factor by which lamps, marks and names on the map are enlarged: 1, or on a video wall the window's width by the design's, at
 * most 3.
 */
export const wallScale = (width: number = typeof window === 'undefined' ? DESIGN : window.innerWidth): number =>
  width >= WALL ? Math.min(3, width / DESIGN) : 1
