// antd publishes its locales as CommonJS; bundlers return the default export itself.
declare module 'antd/es/locale/zh_CN.js' {
  const locale: NonNullable<import('antd').ConfigProviderProps['locale']>
  export default locale
}
