export {
  AutoComplete,
  Collapse,
  DatePicker,
  Drawer,
  Dropdown,
  Form,
  InputNumber,
  Modal,
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
export { DetailsModal } from './details-modal.tsx'
export type { DetailsRow } from './details-modal.tsx'
