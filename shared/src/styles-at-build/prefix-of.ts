const own: Readonly<Record<string, string>> = {
  '_util/wave/style': 'wave',
  'badge/style/ribbon': 'ribbon',
  'button/style': 'btn',
  'button/style/compact': 'btn',
  'date-picker/style': 'picker',
  'input/style/search': 'input-search',
  'input/style/otp': 'otp',
  'layout/style/sider': 'layout-sider',
  'space/style/addon': 'space-addon',
  'space/style/compact': 'space-compact',
}

/**
 * The class that antd's components give to what one of its style modules styles, e.g. `ant-btn` for
 * `antd/es/button/style/index.js`.
 */
export function prefixOf(file: string): string {
  const path = file
    .replaceAll('\\', '/')
    .replace(/^.*\/antd\/(es|lib)\//, '')
    .replace(/(\/index)?\.js$/, '')
  return `ant-${own[path] ?? path.split('/')[0]}`
}
