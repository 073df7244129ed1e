import { f } from '@lamplight/fields/model'
import { defineResource, inSentence, type ParamFamilyDefinition, type ResourceDefinition } from '@lamplight/kit'

/** Makes the resource of a family's saved presets (slice P, answer 4); a preset with state 0 cannot be sent (decisions.md A68). */
export const templateOf = ({
  code,
  label: [zh, en],
  fields,
  template,
  ops,
  roles,
}: ParamFamilyDefinition): ResourceDefinition | undefined =>
  template &&
  defineResource({
    name: template.name,
    label: template.label,
    about: [`${zh}模板，可下发到设备分组`, `Presets for ${inSentence(en)}, which can be sent to groups of devices`],
    code,
    scope: 'tenant',
    roles: 'devices',
    api: { base: template.base, verbs: template.verbs, ...(template.alias && { alias: template.alias }) },
    fields: {
      name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
      ...fields,
      state: f.choice(
        { 0: ['停用', 'Disabled'], 1: ['启用', 'Enabled'] },
        { label: ['状态', 'State'], initial: 1, list: true, search: 'in', tones: { 0: 'neutral', 1: 'good' } },
      ),
      remark: f.text({ label: ['备注', 'Remark'], multiline: true }),
    },
    actions: ops.includes('set')
      ? {
          send: {
            label: ['下发到分组', 'Send to a group'],
            on: 'row',
            job: true,
            right: {
              name: 'set',
              label: [`设置${zh}`, `Set ${inSentence(en)}`],
              about: ['向设备下发参数', 'Sends parameters to devices'],
              roles: roles?.set ?? 'commands',
            },
            disabledWhen: { state: { eq: 0 } },
            input: { groupId: f.ref('devices.group', { label: ['分组', 'Group'], required: true }) },
          },
        }
      : {},
    io: { export: true },
  })
