import { onConsole, type ResourceConsole } from '@lamplight/console-kit/resource'
import type { ParamFamilyDefinition } from '@lamplight/kit'
import { templateOf } from '../model/index.ts'

/** The pages of the presets of parameter families. */
export const familiesConsole = (families: readonly ParamFamilyDefinition[]): ResourceConsole[] =>
  families.flatMap((family) => {
    const template = templateOf(family)
    return template && family.template ? [onConsole(template, { link: family.template.page })] : []
  })
