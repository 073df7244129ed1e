import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { places } from '../domain.ts'
import { area } from '../model/area.resource.ts'
import { project } from '../model/project.resource.ts'

export const placesConsole = defineConsole({
  domain: places,
  pages: [],
  resources: [onConsole(area, { link: '/city/basis/area' }), onConsole(project, { link: '/city/basis/project' })],
})
