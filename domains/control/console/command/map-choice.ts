import { createState, navigate } from '@lamplight/console-kit'
import { PARAMS_PATH } from '../../model/paths.ts'

const MAP = '/city/map/index'

/** Devices that were selected on the map for the page 参数下发; null: none were. They are too many for its address. */
export const mapChoice = createState<readonly string[] | null>(null)

let family = ''

/** Stores the devices that the user selected on the map, and opens the page 参数下发, which works on them. */
export const openParams = (deviceIds: readonly string[]): void => {
  mapChoice.set(deviceIds)
  navigate(PARAMS_PATH, family ? { family } : {})
}

/** Opens the map so that the user can select devices. The page 参数下发 then shows this family for them. */
export const chooseOnMap = (name: string): void => {
  family = name
  navigate(MAP, { choose: 'params' })
}
