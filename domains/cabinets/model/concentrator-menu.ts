import { defineMenu } from '@lamplight/kit'
import { centralizedControl, concentratorRecords, poleConcentrators } from './concentrator-pages.ts'

/** Other pages about concentrators (rows vis.concentrator, rt.visual.centralizedControl and city.concentratorRec of the screens). */
export const concentratorMenu = defineMenu([concentratorRecords, poleConcentrators, centralizedControl])
