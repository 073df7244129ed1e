import { defineConsole } from '@lamplight/console-kit'
import { onConsole } from '@lamplight/console-kit/resource'
import { linkage } from '../domain.ts'
import { alarmConfig } from '../model/alarm-config.resource.ts'
import { boxStrategy } from '../model/box-strategy.resource.ts'
import { linkageInstance } from '../model/instance.resource.ts'
import { linkageRecord } from '../model/record.resource.ts'
import { linkageTemplate } from '../model/template.resource.ts'

export const linkageConsole = defineConsole({
  domain: linkage,
  pages: [],
  resources: [
    onConsole(linkageInstance),
    onConsole(linkageTemplate),
    onConsole(linkageRecord),
    onConsole(boxStrategy),
    onConsole(alarmConfig),
  ],
})
