import type { Map as LeafletMap } from 'leaflet'
import { pixelsPerUnit, unitsPerMetre } from './mercator.ts'
import { distanceText, scaleBar } from './scale-bar.ts'

const MOST_PX = 96

/** Scale bar for the middle of the map. */
export const MapScale = ({ map }: { map: LeafletMap }) => {
  const metre = pixelsPerUnit(map.getZoom()) * unitsPerMetre(map.getCenter().lat)
  const { metres, width } = scaleBar(1 / metre, MOST_PX)
  return (
    <div className="ll-map-scale" style={{ width }}>
      {distanceText(metres)}
    </div>
  )
}
