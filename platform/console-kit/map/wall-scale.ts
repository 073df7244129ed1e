/** Width of a window from which styles and map use the sizes of a wall, CSS px (base.css). */
const WALL = 3200
const DESIGN = 1920

/** Factor for lamps, marks and names on the map: 1, on a wall (4K and more) the width of the window over that of the design. */
export const wallScale = (width: number = typeof window === 'undefined' ? DESIGN : window.innerWidth): number =>
  width >= WALL ? Math.min(3, width / DESIGN) : 1
