import { defineMenu } from '@lamplight/kit'
import {
  cityMap,
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
