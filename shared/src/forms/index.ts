export {
  AutoComplete,
  Collapse,
  DatePicker,
  Drawer,
  Dropdown,
  Form,
  InputNumber,
  Popover,
  Progress,
  Radio,
  Segmented,
  Select,
  Switch,
  Tabs,
  Tag,
  Tooltip,
  Upload,
} from 'antd'
export type {
  DropdownProps,
  FormInstance,
  FormProps,
  ModalProps,
  SelectProps,
  SwitchProps,
  TooltipProps,
  UploadFile,
  UploadProps,
} from 'antd'
export { ChangeFailure } from './change-failure.tsx'
export { DetailsModal } from './details-modal.tsx'
export { Modal } from './modal.tsx'
export type { DetailsRow } from './details-modal.tsx'
export { FieldList } from './history/field-list.tsx'
export { RecordHistory } from './history/record-history.tsx'
export type { HistoryUndo, RecordHistoryProps } from './history/record-history.tsx'
