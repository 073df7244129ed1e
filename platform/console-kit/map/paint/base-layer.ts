import type { Text } from '@lamplight/kit'
import { type Map as LeafletMap, tileLayer } from 'leaflet'
import type { DisplayCrs } from '../display-crs.ts'
import type { WorldBox } from '../mercator.ts'
import { type BaseMap, boxOfBase, projectBase, type WorldBase } from './base-map.ts'
import { type BaseStyle, paintBase } from './base-paint.ts'
import { createCanvasPane } from './canvas-pane.ts'
import type { MapPalette } from './palette.ts'

export type BaseLayer = {
  setBase: (base: BaseMap | undefined) => void
  setPalette: (palette: MapPalette) => void
  setWords: (t: (text: Text) => string) => void
  /** Highlights a street; returns its box, if known. */
  highlight: (streetId: string | undefined) => WorldBox | undefined
  box: () => WorldBox | undefined
  remove: () => void
}

export type Tiles = { url: string }

const EMPTY: WorldBase = { streets: [], areas: [], outline: undefined }
const MARGIN = 160

/** The layer below the lamps: raster tiles if available, else our own streets. A highlighted street is drawn above either. */
export const createBaseLayer = (
  map: LeafletMap,
  crs: DisplayCrs,
  tiles: Tiles | undefined,
  initial: Omit<BaseStyle, 'highlighted'>,
): BaseLayer => {
  let world = EMPTY
  let style: BaseStyle = { ...initial, highlighted: undefined }
  const raster = tiles && tileLayer(tiles.url, { maxZoom: 20, maxNativeZoom: 18 }).addTo(map)

  const beneath = (): WorldBase => {
    if (!raster) return world
    return { ...EMPTY, streets: world.streets.filter(({ street }) => street.id === style.highlighted) }
  }
  const pane = createCanvasPane({
    map,
    pane: 'll-base',
    zIndex: 250,
    margin: MARGIN,
    liveZoom: false,
    paint: (canvas, view) => paintBase(canvas, view, beneath(), style),
  })
  const restyle = (change: Partial<BaseStyle>): void => {
    style = { ...style, ...change }
    pane.repaint()
  }

  return {
    setBase: (base) => {
      world = base ? projectBase(base, crs) : EMPTY
      pane.repaint()
    },
    setPalette: (palette) => restyle({ palette }),
    setWords: (t) => restyle({ t }),
    highlight: (streetId) => {
      restyle({ highlighted: streetId })
      return world.streets.find(({ street }) => street.id === streetId)?.box
    },
    box: () => boxOfBase(world),
    remove: () => {
      raster?.remove()
      pane.remove()
    },
  }
}
