/** A button without a look of its own, for compositions such as the project switcher. */
export { Button } from 'react-aria-components/Button'
