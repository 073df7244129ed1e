import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/** Largest stored length of each kind of text, in characters. */
export const LOG_AT_MOST = { line: 300, params: 2000, text: 4000, stack: 8000 } as const

/** The process that wrote the entry. */
const server = {
  serviceId: f.text({ label: ['服务', 'Service'], readonly: true, max: LOG_AT_MOST.line, search: true }),
  serverHost: f.text({ label: ['服务器', 'Host'], readonly: true, max: LOG_AT_MOST.line, search: true }),
  serverIp: f.text({ label: ['服务地址', 'Server address'], readonly: true, max: LOG_AT_MOST.line }),
  env: f.text({ label: ['环境', 'Environment'], readonly: true, max: 30 }),
}
/** The call that the entry is about, if any. */
const call = {
  requestUri: f.text({ label: ['请求地址', 'Address'], readonly: true, max: LOG_AT_MOST.line, search: true }),
  method: f.text({ label: ['请求方式', 'Method'], readonly: true, max: 10, search: true }),
  methodClass: f.text({ label: ['模块', 'Module'], readonly: true, max: LOG_AT_MOST.line }),
  methodName: f.text({ label: ['接口', 'Call'], readonly: true, max: LOG_AT_MOST.line }),
  params: f.text({ label: ['请求参数', 'Parameters'], readonly: true, max: LOG_AT_MOST.params, multiline: true }),
  time: f.text({ label: ['耗时（毫秒）', 'Duration (ms)'], readonly: true, max: 20 }),
  remoteIp: f.text({ label: ['来源地址', 'IP address'], readonly: true, max: 60, search: true }),
  userAgent: f.text({ label: ['浏览器', 'Browser'], readonly: true, max: LOG_AT_MOST.line }),
  createBy: f.text({ label: ['操作人', 'Account'], readonly: true, max: 60, search: true }),
}

/** Log lines of the server (wire-contract.md 5.2). */
export const logUsual = defineResource({
  name: 'system.logUsual',
  label: ['通用日志', 'General log'],
  about: ['服务运行中的提示与警告', 'Notes and warnings of the running server'],
  code: 'log_usual',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-log/usual', verbs: ['list', 'detail'] },
  title: 'logId',
  page: { path: '/monitor/log/usual', label: ['通用日志', 'General log'], icon: 'fold', sort: 10, parent: 'log' },
  fields: {
    logLevel: f.text({ label: ['级别', 'Level'], readonly: true, max: 10, list: true, search: true }),
    logId: f.text({ label: ['内容', 'Message'], readonly: true, max: LOG_AT_MOST.line, list: true, search: true }),
    logData: f.text({ label: ['数据', 'Data'], readonly: true, max: LOG_AT_MOST.text, multiline: true, list: { width: 420 } }),
    ...server,
    ...call,
  },
  io: { export: true },
})

/** Calls that changed data or were refused; successful reads are not stored, and bodies never are (wire-contract.md 5.2). */
export const logApi = defineResource({
  name: 'system.logApi',
  label: ['接口日志', 'API call'],
  about: ['修改数据的与失败的接口调用；不记录请求内容', 'API calls that change data or fail; request bodies are not kept'],
  code: 'log_api',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-log/api', verbs: ['list', 'detail'] },
  title: 'title',
  page: { path: '/monitor/log/api', label: ['接口日志', 'API calls'], icon: 'control', sort: 20, parent: 'log' },
  fields: {
    title: f.text({ label: ['标题', 'Title'], readonly: true, max: LOG_AT_MOST.line, list: { width: 280 }, search: true }),
    enTitle: f.text({ label: ['英文标题', 'English title'], readonly: true, max: LOG_AT_MOST.line, hidden: true }),
    status: f.int({ label: ['状态码', 'Status'], readonly: true, list: true, search: true }),
    type: f.text({ label: ['类型', 'Type'], readonly: true, max: 10 }),
    ...server,
    ...call,
    requestUri: f.text({ ...call.requestUri.options, list: { width: 300 } }),
    method: f.text({ ...call.method.options, list: true }),
    time: f.text({ ...call.time.options, list: true }),
    createBy: f.text({ ...call.createBy.options, list: true }),
    remoteIp: f.text({ ...call.remoteIp.options, list: true }),
  },
  io: { export: true },
})

/** Undeclared errors, to which the server answered 服务器异常 (wire-contract.md 5.2). */
export const logError = defineResource({
  name: 'system.logError',
  label: ['错误日志', 'Server error'],
  about: ['服务器异常及其位置', 'Exceptions of the server and where they occurred'],
  code: 'log_error',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-log/error', verbs: ['list', 'detail'] },
  title: 'message',
  page: { path: '/monitor/log/error', label: ['错误日志', 'Server errors'], icon: 'alarm', sort: 30, parent: 'log' },
  fields: {
    exceptionName: f.text({ label: ['异常', 'Exception'], readonly: true, max: LOG_AT_MOST.line, list: true, search: true }),
    message: f.text({
      label: ['信息', 'Message'],
      readonly: true,
      max: LOG_AT_MOST.text,
      multiline: true,
      list: { width: 360 },
      search: true,
    }),
    fileName: f.text({ label: ['文件', 'File'], readonly: true, max: LOG_AT_MOST.line, list: true }),
    lineNumber: f.int({ label: ['行', 'Line'], readonly: true, list: true }),
    stackTrace: f.text({ label: ['堆栈', 'Stack'], readonly: true, max: LOG_AT_MOST.stack, multiline: true }),
    ...server,
    ...call,
    requestUri: f.text({ ...call.requestUri.options, list: { width: 300 } }),
    createBy: f.text({ ...call.createBy.options, list: true }),
  },
  io: { export: true },
})

/** Errors of a console, submitted at sign-out. */
export const logClient = defineResource({
  name: 'system.logClient',
  label: ['前端错误', 'Console error'],
  about: ['浏览器中发生的错误，退出登录时提交', 'Errors in browsers, sent at sign-out'],
  code: 'log_client',
  scope: 'platform',
  roles: 'access',
  api: { base: 'blade-log/client', verbs: ['list', 'detail'] },
  title: 'message',
  page: { path: '/monitor/log/client', label: ['前端错误', 'Console errors'], icon: 'warning', sort: 40, parent: 'log' },
  fields: {
    type: f.text({ label: ['类型', 'Type'], readonly: true, max: LOG_AT_MOST.text, list: true, search: true }),
    message: f.text({
      label: ['信息', 'Message'],
      readonly: true,
      max: LOG_AT_MOST.text,
      multiline: true,
      list: { width: 360 },
      search: true,
    }),
    url: f.text({ label: ['页面', 'Page'], readonly: true, max: LOG_AT_MOST.text, list: true, search: true }),
    time: f.text({ label: ['发生时间', 'Time'], readonly: true, max: LOG_AT_MOST.text, list: true }),
    info: f.text({ label: ['附加信息', 'Details'], readonly: true, max: LOG_AT_MOST.text, multiline: true }),
    stack: f.text({ label: ['堆栈', 'Stack'], readonly: true, max: LOG_AT_MOST.text, multiline: true }),
    remoteIp: f.text({ label: ['来源地址', 'IP address'], readonly: true, max: 60, list: true }),
    userAgent: f.text({ label: ['浏览器', 'Browser'], readonly: true, max: LOG_AT_MOST.line }),
    createBy: f.text({ label: ['用户', 'Account'], readonly: true, max: 60, list: true, search: true }),
  },
  io: { export: true },
})
