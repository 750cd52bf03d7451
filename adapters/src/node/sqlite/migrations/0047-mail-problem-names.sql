-- The problems of mails are named by the words of SMTP: a server rejects a sender, a recipient or a mail.
UPDATE mail_queue SET problem = CASE problem
  WHEN 'sender_refused' THEN 'sender_rejected'
  WHEN 'address_refused' THEN 'recipient_rejected'
  ELSE 'rejected' END
WHERE problem IN ('sender_refused', 'address_refused', 'refused');
UPDATE queue_pauses SET problem = 'sender_rejected' WHERE problem = 'sender_refused';
