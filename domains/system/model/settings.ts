import { defineParams, type ParamDefinition, type Text } from '@lamplight/kit'

const QUOTA_MOST = 100_000_000

/** Declares a parameter that is a whole number of megabytes, at least 1. */
const megabytes = (key: string, label: Text, value: string, max = QUOTA_MOST): ParamDefinition => ({
  key,
  label,
  value,
  type: { kind: 'number', min: 1, max, whole: true, unit: 'MB' },
  ...(max < QUOTA_MOST ? { about: [`最大 ${max} MB`, `${max} MB at most`] } : {}),
})

export const systemParams = defineParams([
  {
    key: 'console.dataScreen.tenantIds',
    label: ['显示数据大屏按钮的租户', 'Tenants with the data-screen button'],
    about: [
      '租户编号，逗号分隔；有“数据大屏”权限的用户总能看到',
      'Tenant ids separated by commas; users with the permission always see it',
    ],
    type: { kind: 'text' },
    value: '000000,666666,731100,127779,100001,100002,100003,100004',
    empty: true,
  },
  {
    key: 'log.keepDays',
    label: ['日志保留天数', 'Log retention in days'],
    about: ['1 至 3650 天；审计日志不在此列', '1 to 3650; not the audit log'],
    type: { kind: 'number', min: 1, max: 3650, whole: true, unit: 'd' },
    value: '90',
  },
  {
    key: 'audit.keepDays',
    label: ['审计日志保留天数', 'Audit log retention in days'],
    about: ['至少 30 天；为空时永久保留', 'at least 30 days; empty: kept for ever'],
    type: { kind: 'number', min: 30, max: 36_500, whole: true, unit: 'd' },
    empty: true,
  },
  {
    key: 'backup.at',
    label: ['每日备份时间', 'Time of the daily backup'],
    about: ['HH:MM，按服务器时区；为空时不备份', 'HH:MM in the zone of the server; empty: no backups'],
    type: { kind: 'clock' },
    empty: true,
  },
  {
    key: 'backup.keep',
    label: ['保留的定时备份数', 'Number of scheduled backups kept'],
    about: ['手动备份不受影响', 'Manual backups are not affected'],
    type: { kind: 'number', min: 1, max: 1000, whole: true },
    value: '7',
  },
  megabytes('upload.max.picture', ['图片上限', 'Picture size limit'], '10', 64),
  megabytes('upload.max.file', ['附件上限', 'Attachment size limit'], '64', 64),
  megabytes('upload.quota.tenant', ['每个租户的附件空间', 'File space of a tenant'], '10240'),
  megabytes('upload.quota.user', ['每个用户的附件空间', 'File space of a user'], '2048'),
])
