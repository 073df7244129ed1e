import { DomUtil, type LeafletEvent, type Map as LeafletMap, type Point, point, type ZoomAnimEvent } from 'leaflet'

/** The view of a canvas: zoom level, top left corner in world px of that zoom (CSS px), size, device px per CSS px. */
export type CanvasView = { zoom: number; left: number; top: number; width: number; height: number; ratio: number }

export type CanvasPane = {
  /** Repaints in the next frame; not before `ms` have passed (for frequent small changes). */
  repaint: (ms?: number) => void
  readonly canvas: HTMLCanvasElement
  /** The last painted view. */
  view: () => CanvasView
  remove: () => void
}

export type CanvasPaneOptions = {
  map: LeafletMap
  /** Name of its pane, which is created if missing, and the pane's z-index. */
  pane: string
  zIndex: number
  /** Margin beyond each edge of the map, painted in advance for panning, CSS px. */
  margin: number
  /** True: repainted in every frame of a zoom; false: scaled until the zoom ends. */
  liveZoom: boolean
  paint: (canvas: HTMLCanvasElement, view: CanvasView) => void
}

const paneOf = (map: LeafletMap, name: string, zIndex: number): HTMLElement => {
  const pane = map.getPane(name) ?? map.createPane(name)
  pane.style.zIndex = String(zIndex)
  pane.style.pointerEvents = 'none'
  return pane
}

/**
 * A canvas over the map: it moves with the pane, is repainted when the view leaves the painted area, and is scaled by CSS during a zoom
 * animation. It paints in animation frames and only after a change.
 */
export const createCanvasPane = ({ map, pane, zIndex, margin, liveZoom, paint }: CanvasPaneOptions): CanvasPane => {
  const canvas = document.createElement('canvas')
  canvas.className = 'll-map-canvas leaflet-zoom-animated'
  paneOf(map, pane, zIndex).append(canvas)
  let shown: CanvasView = { zoom: Number.NaN, left: 0, top: 0, width: 0, height: 0, ratio: 1 }
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let animating = false

  const paintNow = (): void => {
    frame = 0
    const size = map.getSize()
    if (size.x === 0 || size.y === 0 || map.getContainer().clientWidth === 0) return
    const zoom = map.getZoom()
    const origin = map
      .getPixelOrigin()
      .add(map.containerPointToLayerPoint([0, 0]))
      .subtract([margin, margin])
      .round()
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    shown = { zoom, left: origin.x, top: origin.y, width: size.x + 2 * margin, height: size.y + 2 * margin, ratio }
    const width = Math.round(shown.width * ratio)
    const height = Math.round(shown.height * ratio)
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
      canvas.style.width = `${shown.width}px`
      canvas.style.height = `${shown.height}px`
    }
    DomUtil.setTransform(canvas, origin.subtract(map.getPixelOrigin()), 1)
    paint(canvas, shown)
  }

  const repaint = (ms = 0): void => {
    if (ms > 0) {
      timer ??= setTimeout(() => {
        timer = undefined
        repaint()
      }, ms)
    } else if (frame === 0 && !animating) frame = requestAnimationFrame(paintNow)
  }

  /** Positions the painted canvas for a map at `zoom` with the pixel origin `origin` (world px). */
  const scaleTo = (zoom: number, origin: Point): void => {
    if (Number.isNaN(shown.zoom)) return
    const scale = map.getZoomScale(zoom, shown.zoom)
    DomUtil.setTransform(canvas, point(shown.left, shown.top).multiplyBy(scale).subtract(origin), scale)
  }

  const covers = (): boolean => {
    const size = map.getSize()
    const corner = map.getPixelOrigin().add(map.containerPointToLayerPoint([0, 0]))
    return (
      map.getZoom() === shown.zoom &&
      corner.x >= shown.left &&
      corner.y >= shown.top &&
      corner.x + size.x <= shown.left + shown.width &&
      corner.y + size.y <= shown.top + shown.height
    )
  }

  const onMove = (): void => {
    if (animating) return
    if (map.getZoom() !== shown.zoom) {
      scaleTo(map.getZoom(), map.getPixelOrigin())
      if (liveZoom) repaint()
    } else if (!covers()) repaint()
  }

  const onZoomAnim = (event: LeafletEvent): void => {
    const { center, zoom } = event as ZoomAnimEvent
    animating = true
    cancelAnimationFrame(frame)
    frame = 0
    const pane = map.getPane('mapPane')
    const offset = (pane && DomUtil.getPosition(pane)) ?? point(0, 0)
    scaleTo(zoom, map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(offset).round())
  }

  const onMoveEnd = (): void => {
    animating = false
    const size = map.getSize()
    const corner = map.getPixelOrigin().add(map.containerPointToLayerPoint([0, 0]))
    const drift = Math.max(Math.abs(corner.x - margin - shown.left), Math.abs(corner.y - margin - shown.top))
    if (!covers() || drift > margin / 2 || size.x + 2 * margin !== shown.width || size.y + 2 * margin !== shown.height) repaint()
  }

  const stop = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const handlers = {
    unload: stop,
    move: onMove,
    zoomanim: onZoomAnim,
    moveend: onMoveEnd,
    resize: () => repaint(),
    viewreset: () => repaint(),
  }
  map.on(handlers)
  repaint()

  return {
    repaint,
    canvas,
    view: () => shown,
    remove: () => {
      map.off(handlers)
      stop()
      canvas.remove()
    },
  }
}
