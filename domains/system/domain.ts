import { defineDomain } from '@lamplight/kit'

export const system = defineDomain({
  name: 'system',
  label: ['系统', 'System'],
  about: [
    '菜单、字典、参数、附件、短信、通知、日志、任务、备份和代码生成',
    'Menus, dictionaries, parameters, files, SMS, notices, logs, jobs, backups, code generator',
  ],
  level: 0,
  dependsOn: [],
  offers: ['system_menus', 'system_dictionaries', 'system_datasources'],
})
