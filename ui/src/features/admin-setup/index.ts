export { SetUp } from './set-up.tsx';
export { SetupForm } from './setup-form.tsx';
