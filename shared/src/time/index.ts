export { formatDate, formatDateTime, formatRelative } from './formats.ts'
