import { defineMenu } from '@lamplight/kit'
import {
  cityMap,
  controllerCheck,
  controllerFile,
  controllerGroups,
  controllerImport,
  groupControl,
  lampImport,
  lampInstall,
  manualControl,
  powerControl,
  similarLamps,
} from './pages.ts'

export const menu = defineMenu([
  cityMap,
  controllerCheck,
  controllerGroups,
  controllerFile,
  similarLamps,
  lampImport,
  controllerImport,
  lampInstall,
  manualControl,
  groupControl,
  powerControl,
])
